import { href } from 'react-router'

/** Parts of pages that other pages link to: by the id of the part, or by the query that shows it. */
export const limitsSectionHref = `${href('/user')}?tab=limits`
export const historySectionHref = `${href('/user')}?tab=history`
export const ownSaferPlayHref = `${href('/user')}?tab=safer-play`
export const aboutLimitsHref = `${href('/safer-play')}#limits`
export const supportHref = `${href('/safer-play')}#support`
export const writeInquiryHref = `${href('/help')}?write`
