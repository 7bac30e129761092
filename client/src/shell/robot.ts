/** The robot that marks a bot, in lines with round ends on a square of 24. */
export const ROBOT =
  "M12 2.500v4M3 13v4M21 13v4M8.500 7h7a3.500 3.500 0 0 1 3.500 3.500v6a3.500 3.500 0 0 1-3.500 3.500h-7a3.500 3.500 0 0 1-3.500-3.500v-6a3.500 3.500 0 0 1 3.500-3.500ZM9 16.700h6";
/** Its eyes: dots as thick as their line. */
export const EYES = "M9.300 12.500h.01M14.700 12.500h.01";
