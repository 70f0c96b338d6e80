// Preloaded into a server under test: its clock is ahead by CLOCK_AHEAD seconds, in all of its threads.
const ahead = Number(process.env['CLOCK_AHEAD'] ?? 0) * 1_000;
const { now } = Date;
Date.now = () => now() + ahead;
const Shifted = new Proxy(Date, {
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [Date.now()] : values, made),
  apply: (target) => new target(Date.now()).toString(),
});
// oxlint-disable-next-line no-extend-native -- Libraries compare the constructors of dates.
Date.prototype.constructor = Shifted;
globalThis.Date = Shifted;
