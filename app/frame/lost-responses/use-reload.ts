import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { expectReload } from './client-middleware'

/** Brings the shown page up to date where nobody has asked for it: if that fails, it stays as it is, with what was typed. */
export function useReload(): () => void {
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    expectReload()
    void revalidate()
  }, [revalidate])
}
