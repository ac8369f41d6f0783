import { shell } from '~/ui/layered'

const hasForm = ':has(main form[data-restored])'

/** What takes the page's form along, on a page that shows it. A browser without `:has` has the other one. */
export const withForm = shell({
  selectors: { [`:root:not(${hasForm}) &`]: { display: 'none' } },
  '@supports': { 'not selector(:has(*))': { display: 'none' } },
})
export const withoutForm = shell({ selectors: { [`:root${hasForm} &`]: { display: 'none' } } })
