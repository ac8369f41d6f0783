import { useNavigation } from 'react-router'

/** Returns whether a form of this page is being submitted with an intent. A chip (`add`) only changes the amount. */
export function useIsSending(): (intent: string) => boolean {
  const { formData, state } = useNavigation()
  return (intent) => state !== 'idle' && formData?.get('intent') === intent && !formData.has('add')
}
