import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Each open modal has a history entry above its page's, so that Back closes it and stays on the page. The entries repeat
 * the router's state of their page (`key`, `idx`), with the modal's depth. The router does not see steps between them.
 */
type EntryState = { key?: string; idx?: number; modalDepth?: number } | null

/** How to close each open modal, the topmost last. */
const closers: (() => void)[] = []

const entryState = () => window.history.state as EntryState
const entryDepth = () => entryState()?.modalDepth ?? 0

/** Closes the calling modal on Back. @param isEnabled false for a modal that only waits, such as a loading dialog. */
export function useCloseOnBack(close: () => void, isEnabled: boolean): void {
  const closeLatest = useEffectEvent(close)
  useEffect(() => {
    if (!isEnabled) return
    const closer = () => closeLatest()
    const addEntry = () => {
      if (!closers.includes(closer) || entryDepth() >= closers.length) return
      const idx = (entryState()?.idx ?? 0) + 1
      window.history.pushState({ ...entryState(), idx, modalDepth: closers.length }, '')
      recordEntry()
    }
    closers.push(closer)
    if (leaving) void leaving.then(addEntry)
    else addEntry()
    return () => {
      const index = closers.indexOf(closer)
      if (index >= 0) closers.splice(index, 1)
      void leaveClosedModals()
    }
  }, [isEnabled])
}

const stepTimeoutMs = 1_000
let leaving: Promise<void> | undefined
let stepped = () => {}

/**
 * Steps back over the entries of modals that were closed otherwise than by Back, and resolves when that is done: a
 * navigation that began earlier would compete with the step.
 */
export function leaveClosedModals(): Promise<void> {
  return stepBackTo(() => closers.length)
}

/** Leaves the entries of modals that stay open because their document is about to be replaced. Resolves when done. */
export function leaveOpenModals(): Promise<void> {
  return stepBackTo(() => 0)
}

function stepBackTo(getDepth: () => number): Promise<void> {
  leaving ??= new Promise<void>((resolve) => {
    // It waits, because a modal that opens in place of the closed one takes its entry over.
    setTimeout(() => {
      const surplus = entryDepth() - getDepth()
      if (surplus <= 0 || !isEntryOfPage()) return resolve()
      stepped = resolve
      setTimeout(resolve, stepTimeoutMs)
      window.history.go(-surplus)
    })
  }).finally(() => {
    leaving = undefined
  })
  return leaving
}

/** The router's history index of the shown page, whether modals are open on it or not. */
export function pageHistoryIndex(): number | undefined {
  const idx = entryState()?.idx
  return idx === undefined ? undefined : idx - entryDepth()
}

/** The router's key of the shown page; undefined before the page is hydrated. */
let pageKey: string | undefined

const entryKey = () => entryState()?.key ?? 'default'
const isEntryOfPage = () => entryKey() === pageKey

/** The entry before a step, as far as modals added or handled it. */
let lastEntry = { key: '', depth: 0, historyLength: 0 }

function recordEntry(): void {
  lastEntry = { key: entryKey(), depth: entryDepth(), historyLength: window.history.length }
}

/** Tells the modals which page they are on. Mounted once. */
export function useModalHistory(): void {
  const { key } = useLocation()
  useLayoutEffect(() => {
    pageKey = key
  }, [key])
  useEffect(() => {
    recordEntry()
    // A reload keeps the entry, but not the modal.
    void leaveClosedModals()
  }, [])
}

/**
 * Keeps steps through the history to and from the entries of modals from the router. Call it before the router starts:
 * listeners of the window run in the order of their registration.
 */
export function handleModalSteps(): void {
  window.addEventListener('popstate', (event) => {
    // A page that the router has pushed since, and that may not be drawn yet, shows only in the history's length.
    const hasLeftPage = lastEntry.historyLength !== window.history.length
    const cameFromModal = lastEntry.depth > 0 && lastEntry.key === entryKey() && !hasLeftPage
    recordEntry()
    const { depth } = lastEntry
    const isOfPage = isEntryOfPage() && !hasLeftPage
    if (depth === 0 && !(isOfPage && cameFromModal)) return
    event.stopImmediatePropagation()
    stepped()
    // The modal of another page was closed by a link: goes on to the page itself.
    if (!isOfPage) {
      lastEntry.depth = 0
      window.history.go(-depth)
    } else if (!leaving) for (const close of closers.splice(depth).reverse()) close()
  })
}
