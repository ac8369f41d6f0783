import { Icon } from '../icon/icon'
import { Link } from '../link/link'
import * as css from './pager.css'
import { pagerWindow } from './pager-window'

interface PagerProps {
  label: string
  page: number
  pages: number
  pageHref: (page: number) => string
  previousLabel: string
  nextLabel: string
  pageLabel: (page: number) => string
}

export function Pager({ label, page, pages, pageHref, previousLabel, nextLabel, pageLabel }: PagerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label}>
      <ul className={css.pager}>
        <li>
          {page > 1 ? (
            <Link className={css.step} to={pageHref(page - 1)} rel="prev" aria-label={previousLabel}>
              <Icon name="chevron-left" />
            </Link>
          ) : (
            <span className={css.disabledStep} aria-hidden="true">
              <Icon name="chevron-left" />
            </span>
          )}
        </li>
        {pagerWindow(page, pages).map((step) =>
          step.kind === 'gap' ? (
            <li key={`gap ${step.after}`} className={step.only && css.only[step.only]} aria-hidden="true">
              <span className={css.gap}>…</span>
            </li>
          ) : (
            <li key={step.page} className={step.only && css.only[step.only]}>
              <Link
                className={css.step}
                to={pageHref(step.page)}
                aria-current={step.page === page ? 'page' : undefined}
                aria-label={pageLabel(step.page)}
              >
                {step.page}
              </Link>
            </li>
          ),
        )}
        <li>
          {page < pages ? (
            <Link className={css.step} to={pageHref(page + 1)} rel="next" aria-label={nextLabel}>
              <Icon name="chevron-right" />
            </Link>
          ) : (
            <span className={css.disabledStep} aria-hidden="true">
              <Icon name="chevron-right" />
            </span>
          )}
        </li>
      </ul>
    </nav>
  )
}
