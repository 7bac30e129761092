/** Where the box of a game that somebody draws is kept in this browser. */
export const kept = (game: string): string => `box.${game}`;

/** Where the steps that led to it are kept. */
export const keptSteps = (game: string): string => `${kept(game)}.steps`;
