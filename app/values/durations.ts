export async function withinTime<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer))
}

export const seconds = (count: number) => count * 1_000
export const minutes = (count: number) => count * seconds(60)
export const hours = (count: number) => count * minutes(60)
export const days = (count: number) => count * hours(24)

/** How long a back-office user's claim on a transaction lasts. */
export const claimMs = minutes(15)

export const toSeconds = (ms: number) => ms / 1_000
