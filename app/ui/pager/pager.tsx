import { Icon, type IconName } from '../icon/icon'
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
        <EndStep to={page > 1 ? pageHref(page - 1) : undefined} rel="prev" label={previousLabel} icon="chevron-left" />
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
        <EndStep to={page < pages ? pageHref(page + 1) : undefined} rel="next" label={nextLabel} icon="chevron-right" />
      </ul>
    </nav>
  )
}

function EndStep({ to, rel, label, icon }: { to: string | undefined; rel: string; label: string; icon: IconName }) {
  return (
    <li>
      {to === undefined ? (
        <span className={css.disabledStep} aria-hidden="true">
          <Icon name={icon} />
        </span>
      ) : (
        <Link className={css.step} to={to} rel={rel} aria-label={label}>
          <Icon name={icon} />
        </Link>
      )}
    </li>
  )
}
