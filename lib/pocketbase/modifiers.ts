// docs/decisions/0031-retries-only-without-a-second-effect.md
/**
 * Whether a member's name has a modifier of PocketBase's: `name+` and `+name` add to what the field holds, `name-` takes from
 * it. A change with one has an effect each time that it is done; one without sets what is set already. A create that brings its
 * id has its effect once in any case: the second is refused.
 */
export function hasModifier(name: string): boolean {
	return name.startsWith("+") || name.endsWith("+") || name.endsWith("-");
}
