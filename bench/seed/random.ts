/** A seeded source of numbers in [0, 1): mulberry32, the same sequence on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of the choices, each as likely as any other. */
export function pick<Choice>(random: () => number, choices: readonly Choice[]): Choice {
  return choices[Math.floor(random() * choices.length)] as Choice;
}

/** A text of this many hexadecimal digits. */
export function hex(random: () => number, digits: number): string {
  let text = '';
  while (text.length < digits) text += Math.floor(random() * 16).toString(16);
  return text;
}
