/** What a promise resolves to; undefined when that takes longer than `ms`. A rejection in that time is passed on. */
export async function withinTime<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer))
}
