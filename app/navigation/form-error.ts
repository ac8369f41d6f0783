/** Selects a wrong field or the summary of a form's errors. */
export const formError = '[aria-invalid=true], [role=alert][tabindex]'
