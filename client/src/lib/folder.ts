/**
 * The library without a server: a folder of files. The page is its own server there, and nobody elsewhere can come to it. Known when the pages are built.
 * What imports a part of the page at run time asks `import.meta.env.MODE` itself: else the served pages would have that part, too.
 */
export const inFolder = import.meta.env.MODE === "site";

/** What a link begins with, before an address of this site. A folder lies anywhere on a web host: its pages stand behind `#`. */
export const root = inFolder ? "#" : "";
