/** What is in each block, in base64; null for a file that isn't there. */
export interface OldForm {
	readonly blocks: readonly (string | null)[];
	/** What waits, in its order. */
	readonly pending: readonly { readonly id: string; readonly value: number; readonly taken: string | null }[];
}

/** Bytes of a block. */
export const blockLength = 512;

/**
 * Storages as the last build without a version number has left them: four starts that stamp, of which the first has
 * delivered all but its last readings, the second and the fourth have learned the time behind their first readings, and
 * the third never has. Do not write it anew: no build makes this form any more.
 */
export const oldForms: Readonly<Record<"flash" | "files" | "RAM", OldForm>> = {
	flash: {
		blocks: [
			"I3ns6QwAAPkTAAAABwAAAA0AAAAGAAAAAAIAAAoKCgrFg0VlUwAA+xMAAAAHAAAAeyJpZCI6Inp2eXhqemppcjFqc2hhZSIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTksInRha2VuIjoiMTk3MC0wMS0wMVQwMDowMDowMC4wMDBaAX0KCgoKCgoKCgoKCgoK8+YYfVMAAPsUAAAABwAAAHsiaWQiOiJ6dnl4anpqaXIxanNoYWYiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjIwLCJ0YWtlbiI6IjE5NzAtMDEtMDFUMDA6MDA6MDEuMDAwWgF9CgoKCgoKCgoKCgoKChhScxtTAAD7FQAAAAcAAAB7ImlkIjoiOXoyOXlpOXZud2p3YWxzIiwic2Vuc29yIjoidCIsInZhbHVlIjoyMSwidGFrZW4iOiIxOTcwLTAxLTAxVDAwOjAwOjAwLjAwMFoBfQoKCgoKCgoKCgoKCgo3hb2XFQAA+g0AAAAHAAAAOXoyOXlpOXYxNzY3MzIzMDQ0MDAwCgoKCgoKCgoKCgpPqsixAAAA+g0AAAAHAAAA//////////////////////////////////////////////////////////////////////////////////////////////////////////8=",
			"y3zi6QwAAPkWAAAACAAAAA0AAAAGAAAAAAIAAAoKCgrLd+YWUwAA+xYAAAAIAAAAeyJpZCI6Ijl6Mjl5aTl2bndqd2FsdCIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MjIsInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDowNS4wMDBaIn0KCgoKCgoKCgoKCgoK//////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////8=",
			"u2SU6gwAAPkHAAAAAwAAAAUAAAAGAAAAAAIAAAoKCgpwFh2dUgAA+wcAAAADAAAAeyJpZCI6Im1ncXc4bzE4djNjZGZydyIsInNlbnNvciI6InQiLCJ2YWx1ZSI6NywidGFrZW4iOiIyMDI2LTAxLTAyVDAzOjA0OjExLjAwMFoifQoKCgoKCgoKCgoKCgoKRu4uB1IAAPsIAAAAAwAAAHsiaWQiOiJtZ3F3OG8xOHYzY2RmcngiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjgsInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDoxMi4wMDBaIn0KCgoKCgoKCgoKCgoKCoKh4rEAAAD6CAAAAAMAAABXouCxAAAA+gkAAAADAAAAK8ZAcVIAAPsJAAAAAwAAAHsiaWQiOiJtZ3F3OG8xOHYzY2RmcnkiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjksInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDoxMy4wMDBaIn0KCgoKCgoKCgoKCgoKClei4LEAAAD6CQAAAAMAAAD///////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////8=",
			"R2tK6gwAAPkKAAAABAAAAAkAAAAGAAAAAAIAAAoKCgoFewPuUwAA+woAAAAEAAAAeyJpZCI6Im1ncXc4bzE4djNjZGZyeiIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTAsInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDoxNC4wMDBaIn0KCgoKCgoKCgoKCgoK4LocoVMAAPsLAAAABAAAAHsiaWQiOiJtZ3F3OG8xOHYzY2RmczAiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjExLCJ0YWtlbiI6IjIwMjYtMDEtMDJUMDM6MDQ6MTUuMDAwWiJ9CgoKCgoKCgoKCgoKCmLrv4BTAAD7DAAAAAQAAAB7ImlkIjoibWdxdzhvMTh2M2NkZnMxIiwic2Vuc29yIjoidCIsInZhbHVlIjoxMiwidGFrZW4iOiIyMDI2LTAxLTAyVDAzOjA0OjE2LjAwMFoifQoKCgoKCgoKCgoKCgr/pdaxAAAA+gwAAAAEAAAA1KbUsQAAAPoNAAAABAAAANSm1LEAAAD6DQAAAAQAAAD///////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////8=",
			"03EA6gwAAPkNAAAABQAAAA0AAAAGAAAAAAIAAAoKCgoNHV9gUwAA+w0AAAAFAAAAeyJpZCI6Im1ncXc4bzE4djNjZGZzMiIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTMsInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDoxNy4wMDBaIn0KCgoKCgoKCgoKCgoKj00CQFMAAPsOAAAABQAAAHsiaWQiOiJtZ3F3OG8xOHYzY2RmczMiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjE0LCJ0YWtlbiI6IjIwMjYtMDEtMDJUMDM6MDQ6MTguMDAwWiJ9CgoKCgoKCgoKCgoKCtnsh2lTAAD7DwAAAAUAAAB7ImlkIjoibGszaXRzNmdwNTNvNHNjIiwic2Vuc29yIjoidCIsInZhbHVlIjoxNSwidGFrZW4iOiIxOTcwLTAxLTAxVDAwOjAwOjAwLjAwMFoBfQoKCgoKCgoKCgoKCgr9p9CxAAAA+g0AAAAFAAAA//////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////8=",
			"e3X26QwAAPkQAAAABgAAAA0AAAAGAAAAAAIAAAoKCgqEHidJUwAA+xAAAAAGAAAAeyJpZCI6ImxrM2l0czZncDUzbzRzZCIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTYsInRha2VuIjoiMTk3MC0wMS0wMVQwMDowMDowMS4wMDBaAX0KCgoKCgoKCgoKCgoKC4J2PxUAAPoNAAAABgAAAGxrM2l0czZnMTc2NzMyMzA0MzAwMAoKCgoKCgoKCgoKjIVb5lMAAPsRAAAABgAAAHsiaWQiOiJsazNpdHM2Z3A1M280c2UiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjE3LCJ0YWtlbiI6IjIwMjYtMDEtMDJUMDM6MDQ6MDUuMDAwWiJ9CgoKCgoKCgoKCgoKCg62/sVTAAD7EgAAAAYAAAB7ImlkIjoibGszaXRzNmdwNTNvNHNmIiwic2Vuc29yIjoidCIsInZhbHVlIjoxOCwidGFrZW4iOiIyMDI2LTAxLTAyVDAzOjA0OjA2LjAwMFoifQoKCgoKCgoKCgoKCgomqcyxAAAA+g0AAAAGAAAA//////////////////////////////////////////////////////////////////////////////////////////////////////////8="
		],
		pending: [
			{ id: "mgqw8o18v3cdfs2", value: 13, taken: "2026-01-02T03:04:17.000Z" },
			{ id: "mgqw8o18v3cdfs3", value: 14, taken: "2026-01-02T03:04:18.000Z" },
			{ id: "lk3its6gp53o4sc", value: 15, taken: "2026-01-02T03:04:03.000Z" },
			{ id: "lk3its6gp53o4sd", value: 16, taken: "2026-01-02T03:04:04.000Z" },
			{ id: "lk3its6gp53o4se", value: 17, taken: "2026-01-02T03:04:05.000Z" },
			{ id: "lk3its6gp53o4sf", value: 18, taken: "2026-01-02T03:04:06.000Z" },
			{ id: "zvyxjzjir1jshae", value: 19, taken: null },
			{ id: "zvyxjzjir1jshaf", value: 20, taken: null },
			{ id: "9z29yi9vnwjwals", value: 21, taken: "2026-01-02T03:04:04.000Z" },
			{ id: "9z29yi9vnwjwalt", value: 22, taken: "2026-01-02T03:04:05.000Z" }
		]
	},
	files: {
		blocks: [
			"03EA6gwAAPkNAAAABQAAAA0AAAAGAAAAAAIAAAoKCgreGv/DUwAA+w0AAAAFAAAAeyJpZCI6IjJxemF1bzliaXQxcDhpeSIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTMsInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDoxNy4wMDBaIn0KCgoKCgoKCgoKCgoKYEuio1MAAPsOAAAABQAAAHsiaWQiOiIycXphdW85Yml0MXA4aXoiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjE0LCJ0YWtlbiI6IjIwMjYtMDEtMDJUMDM6MDQ6MTguMDAwWiJ9CgoKCgoKCgoKCgoKCiRfYChTAAD7DwAAAAUAAAB7ImlkIjoiYzYyZHFkYnJ3cnk4MWlzIiwic2Vuc29yIjoidCIsInZhbHVlIjoxNSwidGFrZW4iOiIxOTcwLTAxLTAxVDAwOjAwOjAwLjAwMFoBfQoKCgoKCgoKCgoKCgr9p9CxAAAA+g0AAAAFAAAA",
			"e3X26QwAAPkQAAAABgAAAA0AAAAGAAAAAAIAAAoKCgrPkP8HUwAA+xAAAAAGAAAAeyJpZCI6ImM2MmRxZGJyd3J5ODFpdCIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTYsInRha2VuIjoiMTk3MC0wMS0wMVQwMDowMDowMS4wMDBaAX0KCgoKCgoKCgoKCgoK3KhJbxUAAPoNAAAABgAAAGM2MmRxZGJyMTc2NzMyMzA0MzAwMAoKCgoKCgoKCgoK1/czpVMAAPsRAAAABgAAAHsiaWQiOiJjNjJkcWRicndyeTgxaXUiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjE3LCJ0YWtlbiI6IjIwMjYtMDEtMDJUMDM6MDQ6MDUuMDAwWiJ9CgoKCgoKCgoKCgoKClko14RTAAD7EgAAAAYAAAB7ImlkIjoiYzYyZHFkYnJ3cnk4MWl2Iiwic2Vuc29yIjoidCIsInZhbHVlIjoxOCwidGFrZW4iOiIyMDI2LTAxLTAyVDAzOjA0OjA2LjAwMFoifQoKCgoKCgoKCgoKCgomqcyxAAAA+g0AAAAGAAAA",
			"I3ns6QwAAPkTAAAABwAAAA0AAAAGAAAAAAIAAAoKCgpjtVgnUwAA+xMAAAAHAAAAeyJpZCI6Imk2YzN4cGZ5MzZoaTA2MiIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTksInRha2VuIjoiMTk3MC0wMS0wMVQwMDowMDowMC4wMDBaAX0KCgoKCgoKCgoKCgoKkRgsP1MAAPsUAAAABwAAAHsiaWQiOiJpNmMzeHBmeTM2aGkwNjMiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjIwLCJ0YWtlbiI6IjE5NzAtMDEtMDFUMDA6MDA6MDEuMDAwWgF9CgoKCgoKCgoKCgoKCmFSPHBTAAD7FQAAAAcAAAB7ImlkIjoiaWljb3p1M2RuODZyNXFpIiwic2Vuc29yIjoidCIsInZhbHVlIjoyMSwidGFrZW4iOiIxOTcwLTAxLTAxVDAwOjAwOjAwLjAwMFoBfQoKCgoKCgoKCgoKCgqGvAUYFQAA+g0AAAAHAAAAaWljb3p1M2QxNzY3MzIzMDQ0MDAwCgoKCgoKCgoKCgpPqsixAAAA+g0AAAAHAAAA",
			"y3zi6QwAAPkWAAAACAAAAA0AAAAGAAAAAAIAAAoKCgoUeK9rUwAA+xYAAAAIAAAAeyJpZCI6ImlpY296dTNkbjg2cjVxaiIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MjIsInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDowNS4wMDBaIn0KCgoKCgoKCgoKCgoK",
			"",
			""
		],
		pending: [
			{ id: "2qzauo9bit1p8iy", value: 13, taken: "2026-01-02T03:04:17.000Z" },
			{ id: "2qzauo9bit1p8iz", value: 14, taken: "2026-01-02T03:04:18.000Z" },
			{ id: "c62dqdbrwry81is", value: 15, taken: "2026-01-02T03:04:03.000Z" },
			{ id: "c62dqdbrwry81it", value: 16, taken: "2026-01-02T03:04:04.000Z" },
			{ id: "c62dqdbrwry81iu", value: 17, taken: "2026-01-02T03:04:05.000Z" },
			{ id: "c62dqdbrwry81iv", value: 18, taken: "2026-01-02T03:04:06.000Z" },
			{ id: "i6c3xpfy36hi062", value: 19, taken: null },
			{ id: "i6c3xpfy36hi063", value: 20, taken: null },
			{ id: "iicozu3dn86r5qi", value: 21, taken: "2026-01-02T03:04:04.000Z" },
			{ id: "iicozu3dn86r5qj", value: 22, taken: "2026-01-02T03:04:05.000Z" }
		]
	},
	RAM: {
		blocks: [
			"I3ns6QwAAPkTAAAABwAAAA0AAAAGAAAAAAIAAAoKCgqU9tbrUwAA+xMAAAAHAAAAeyJpZCI6ImswZ2lpYTgxaG0xbXlyYiIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTksInRha2VuIjoiMTk3MC0wMS0wMVQwMDowMDowMC4wMDBaAX0KCgoKCgoKCgoKCgoKs1mqA1MAAPsUAAAABwAAAHsiaWQiOiJrMGdpaWE4MWhtMW15cmMiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjIwLCJ0YWtlbiI6IjE5NzAtMDEtMDFUMDA6MDA6MDEuMDAwWgF9CgoKCgoKCgoKCgoKCiqwwOlTAAD7FQAAAAcAAAB7ImlkIjoicGJwY2RkdWFqYmhmazBxIiwic2Vuc29yIjoidCIsInZhbHVlIjoyMSwidGFrZW4iOiIxOTcwLTAxLTAxVDAwOjAwOjAwLjAwMFoBfQoKCgoKCgoKCgoKCgoDHLXYFQAA+g0AAAAHAAAAcGJwY2RkdWExNzY3MzIzMDQ0MDAwCgoKCgoKCgoKCgr///////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////8=",
			"y3zi6QwAAPkWAAAACAAAAA0AAAAGAAAAAAIAAAoKCgrd1TPlUwAA+xYAAAAIAAAAeyJpZCI6InBicGNkZHVhamJoZmswciIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MjIsInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDowNS4wMDBaIn0KCgoKCgoKCgoKCgoK//////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////8=",
			"u2SU6gwAAPkHAAAAAwAAAAUAAAAGAAAAAAIAAAoKCgqFspBKUgAA+wcAAAADAAAAeyJpZCI6ImFycXd2anR2ZzBlY3hnYyIsInNlbnNvciI6InQiLCJ2YWx1ZSI6NywidGFrZW4iOiIyMDI2LTAxLTAyVDAzOjA0OjExLjAwMFoifQoKCgoKCgoKCgoKCgoKaoqitFIAAPsIAAAAAwAAAHsiaWQiOiJhcnF3dmp0dmcwZWN4Z2QiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjgsInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDoxMi4wMDBaIn0KCgoKCgoKCgoKCgoKCkBitB5SAAD7CQAAAAMAAAB7ImlkIjoiYXJxd3ZqdHZnMGVjeGdlIiwic2Vuc29yIjoidCIsInZhbHVlIjo5LCJ0YWtlbiI6IjIwMjYtMDEtMDJUMDM6MDQ6MTMuMDAwWiJ9CgoKCgoKCgoKCgoKCgr///////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////8=",
			"R2tK6gwAAPkKAAAABAAAAAkAAAAGAAAAAAIAAAoKCgoaF3ebUwAA+woAAAAEAAAAeyJpZCI6ImFycXd2anR2ZzBlY3hnZiIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTAsInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDoxNC4wMDBaIn0KCgoKCgoKCgoKCgoKnEcae1MAAPsLAAAABAAAAHsiaWQiOiJhcnF3dmp0dmcwZWN4Z2ciLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjExLCJ0YWtlbiI6IjIwMjYtMDEtMDJUMDM6MDQ6MTUuMDAwWiJ9CgoKCgoKCgoKCgoKCh54vVpTAAD7DAAAAAQAAAB7ImlkIjoiYXJxd3ZqdHZnMGVjeGdoIiwic2Vuc29yIjoidCIsInZhbHVlIjoxMiwidGFrZW4iOiIyMDI2LTAxLTAyVDAzOjA0OjE2LjAwMFoifQoKCgoKCgoKCgoKCgr///////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////8=",
			"03EA6gwAAPkNAAAABQAAAA0AAAAGAAAAAAIAAAoKCgrJqVw6UwAA+w0AAAAFAAAAeyJpZCI6ImFycXd2anR2ZzBlY3hnaSIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTMsInRha2VuIjoiMjAyNi0wMS0wMlQwMzowNDoxNy4wMDBaIn0KCgoKCgoKCgoKCgoKS9r/GVMAAPsOAAAABQAAAHsiaWQiOiJhcnF3dmp0dmcwZWN4Z2oiLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjE0LCJ0YWtlbiI6IjIwMjYtMDEtMDJUMDM6MDQ6MTguMDAwWiJ9CgoKCgoKCgoKCgoKClBuZ/JTAAD7DwAAAAUAAAB7ImlkIjoieGdvcDF4ejU5cnpoNmtsIiwic2Vuc29yIjoidCIsInZhbHVlIjoxNSwidGFrZW4iOiIxOTcwLTAxLTAxVDAwOjAwOjAwLjAwMFoBfQoKCgoKCgoKCgoKCgr///////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////8=",
			"e3X26QwAAPkQAAAABgAAAA0AAAAGAAAAAAIAAAoKCgr7nwbSUwAA+xAAAAAGAAAAeyJpZCI6Inhnb3AxeHo1OXJ6aDZrbSIsInNlbnNvciI6InQiLCJ2YWx1ZSI6MTYsInRha2VuIjoiMTk3MC0wMS0wMVQwMDowMDowMS4wMDBaAX0KCgoKCgoKCgoKCgoKyA6qdRUAAPoNAAAABgAAAHhnb3AxeHo1MTc2NzMyMzA0MzAwMAoKCgoKCgoKCgoK9AY7b1MAAPsRAAAABgAAAHsiaWQiOiJ4Z29wMXh6NTlyemg2a24iLCJzZW5zb3IiOiJ0IiwidmFsdWUiOjE3LCJ0YWtlbiI6IjIwMjYtMDEtMDJUMDM6MDQ6MDUuMDAwWiJ9CgoKCgoKCgoKCgoKCnY33k5TAAD7EgAAAAYAAAB7ImlkIjoieGdvcDF4ejU5cnpoNmtvIiwic2Vuc29yIjoidCIsInZhbHVlIjoxOCwidGFrZW4iOiIyMDI2LTAxLTAyVDAzOjA0OjA2LjAwMFoifQoKCgoKCgoKCgoKCgr///////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////8="
		],
		pending: [
			{ id: "arqwvjtvg0ecxgi", value: 13, taken: "2026-01-02T03:04:17.000Z" },
			{ id: "arqwvjtvg0ecxgj", value: 14, taken: "2026-01-02T03:04:18.000Z" },
			{ id: "xgop1xz59rzh6kl", value: 15, taken: "2026-01-02T03:04:03.000Z" },
			{ id: "xgop1xz59rzh6km", value: 16, taken: "2026-01-02T03:04:04.000Z" },
			{ id: "xgop1xz59rzh6kn", value: 17, taken: "2026-01-02T03:04:05.000Z" },
			{ id: "xgop1xz59rzh6ko", value: 18, taken: "2026-01-02T03:04:06.000Z" },
			{ id: "k0giia81hm1myrb", value: 19, taken: null },
			{ id: "k0giia81hm1myrc", value: 20, taken: null },
			{ id: "pbpcdduajbhfk0q", value: 21, taken: "2026-01-02T03:04:04.000Z" },
			{ id: "pbpcdduajbhfk0r", value: 22, taken: "2026-01-02T03:04:05.000Z" }
		]
	}
};
