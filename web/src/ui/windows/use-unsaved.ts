import type { ReactNode } from 'react'
import { useConfirm } from './use-confirm.tsx'

const QUESTION = { title: 'Закрыть без сохранения?', text: 'Введённое пропадёт.' }

/** Asks before discarding unsaved text; the question is rendered inside the window. */
export function useUnsaved(isDirty: boolean): { question: ReactNode; leave: (then: () => void) => Promise<void> } {
  const { question, ask } = useConfirm()
  return {
    question,
    leave: async (then) => {
      if (!isDirty || (await ask(QUESTION))) then()
    },
  }
}
