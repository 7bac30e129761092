/** Where the box of a game that somebody draws is kept in this browser. */
export const kept = (game: string): string => `box.${game}`;
