/** Which build of the pages this one is of: the server is asked as soon as it is opened. */
let own = "";

/** Whether the server has other pages than this one, which was left open over an upgrade, by the build that it says it has. */
export function isOutdated(build: string): boolean {
  if (build) own ||= build;
  return build !== "" && build !== own;
}
