import { href } from 'react-router'

/** Parts of pages that other pages link to: by the id of the part, or by the query that shows it. */
export const limitsSectionHref = `${href('/user')}#limits`
export const historySectionHref = `${href('/user')}#history`
export const aboutLimitsHref = `${href('/safer-play')}#limits`
export const supportHref = `${href('/safer-play')}#support`
export const writeInquiryHref = `${href('/help')}?write`
