/**
 * Noughts and crosses for boardgame.io, the game that its tutorial teaches, on a board of any side: `line` of one's own in a row win.
 * On a large board nobody gets a whole row, so that a match lasts as long as a game of ours.
 */
"use strict";

const NAMES = { 3: "noughts", 14: "noughts-14" };

/** Whether a player has a whole row, column or diagonal. */
function hasLine(cells, side, player) {
  const whole = (start, step) => Array.from({ length: side }, (_, n) => cells[start + n * step]).every((who) => who === player);
  for (let n = 0; n < side; n++) if (whole(n * side, 1) || whole(n, side)) return true;
  return whole(0, side + 1) || whole(side - 1, side - 1);
}

function noughts(side) {
  return {
    name: NAMES[side],
    setup: () => ({ cells: Array(side * side).fill(null) }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
      mark: ({ G, playerID }, cell) => {
        if (G.cells[cell] !== null) return "INVALID_MOVE";
        G.cells[cell] = playerID;
      },
    },
    endIf: ({ G, ctx }) => {
      if (hasLine(G.cells, side, ctx.currentPlayer)) return { winner: ctx.currentPlayer };
      if (G.cells.every((who) => who !== null)) return { draw: true };
    },
  };
}

/**
 * The order in which cells are marked: a draw on nine cells, and row after row on a board with an even side. There two rows in four begin with
 * the other player's cell, so that no row, column or diagonal is one player's.
 */
function order(side) {
  if (side === 3) return [0, 1, 2, 4, 3, 5, 7, 6, 8];
  return Array.from({ length: side * side }, (_, n) => (Math.floor(n / side / 2) % 2 ? n ^ 1 : n));
}

module.exports = { NAMES, noughts, order };
