// @ts-check
/** Loaded by `node --import`: shifts this process's wall clock by CLOCK_AHEAD_MS. Timers are not affected. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS)
const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  // Without `new`, Date returns a string.
  apply: () => new RealDate(RealDate.now() + aheadMs).toString(),
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [RealDate.now() + aheadMs] : values, newTarget),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + aheadMs : Reflect.get(target, name)),
})
