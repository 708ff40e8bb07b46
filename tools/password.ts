/** Password of both devices; see service/migrations. Another one where a network reaches the service. */
export let PASSWORD = "device-pass-1234";

/** Has all that starts from now on use another password. */
export function usePassword(password: string): void {
	PASSWORD = password;
}
