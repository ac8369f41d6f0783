import { type CommandName, commands } from '~/embedded/desk/commands'
import { codeField, type DeskRequest } from '../screen'

/** The code of the second factor that a dangerous command wants anew. @param isAsked whether it was refused without */
export function CodeField({
  desk: { texts, operator, isCodeWrong },
  command,
  isAsked,
}: {
  desk: DeskRequest
  command: CommandName
  isAsked: boolean
}) {
  const { t } = texts
  const { secondFactor, isFresh } = operator
  if (!commands[command].isDangerous || secondFactor !== 'set' || (isFresh && !isAsked)) return null
  return (
    <div className="field">
      <label htmlFor={codeField}>{t('login.code')}</label>
      <input
        id={codeField}
        name={codeField}
        required
        autoComplete="one-time-code"
        autoCapitalize="none"
        aria-invalid={isCodeWrong || undefined}
        aria-describedby={`${codeField}-note`}
      />
      <p className={isCodeWrong ? 'error' : 'hint'} id={`${codeField}-note`}>
        {t(isCodeWrong ? 'factor.wrong' : 'factor.again')}
      </p>
    </div>
  )
}
