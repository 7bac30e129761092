/**
 * The library without a server: a folder of files. The page is its own server there, and nobody elsewhere can come to it. Known when the pages are built.
 * Code that imports a part of the page at run time must ask `import.meta.env.MODE` itself; otherwise the served pages would contain that part, too.
 */
export const inFolder = import.meta.env.MODE === "site";

/** The beginning of a link, before an address of this site. A folder lies anywhere on a web host: its pages stand behind `#`. */
export const root = inFolder ? "#" : "";
