import { shell } from '~/ui/layered'

const hasForm = ':has(main form[data-restored])'

/** Shown on a page whose form is sent along. A browser without `:has` shows the other one. */
export const withForm = shell({
  selectors: { [`:root:not(${hasForm}) &`]: { display: 'none' } },
  '@supports': { 'not selector(:has(*))': { display: 'none' } },
})
export const withoutForm = shell({ selectors: { [`:root${hasForm} &`]: { display: 'none' } } })
