/** Returns a function that loads code once, at its first call or ahead of use. After a failure the next call tries again. */
export function loadOnce<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | null = null
  return () => {
    loading ??= load().catch((cause) => {
      loading = null
      throw cause
    })
    return loading
  }
}
