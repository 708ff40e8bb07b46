/** See refuse-changes.js. */
declare module "refuse-changes" {
	export default function refuseChanges(): void;
}
