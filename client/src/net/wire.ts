/** The messages between this browser and the server, and the scene they carry, as the server declares them (`wire.generated.ts`). */

import type { Message } from "../lib/i18n";
import type * as wire from "./wire.generated";

export type { Message };
export type {
  Advice,
  AidRow,
  Button,
  ChairFacts as Chair,
  Change,
  Choices,
  Do,
  Effect,
  EventView,
  Fold,
  Layout,
  Link,
  Moment,
  Motion,
  Move,
  Node,
  Outgoing,
  Overlay,
  Panel,
  PhotoRow,
  Piece,
  Place,
  Preview,
  Quit,
  RaceFacts,
  SaidFacts,
  Scene,
  Caption,
  Standing,
  Symbol,
  TableFacts,
  Token,
  You,
} from "./wire.generated";

/** A message as it comes. */
export type Frame = wire.Incoming;

/** A message, with a change turned into its update. */
export type Incoming = Exclude<wire.Incoming, wire.Change>;

export type CheerKind = wire.Cheer["kind"];

/** How a race was decided. */
export type Photo = Omit<wire.Photo, "t" | "table">;

/** What happens at a table in real time, beside its states. */
export type Live = wire.Cue | wire.Photo | wire.Waves | wire.Cheers;

/** A message that decides nothing and is never sent again; its table is the page's. */
export type Passing = Omit<wire.Idle, "table"> | Omit<wire.Wave, "table"> | Omit<wire.Cheer, "table">;
