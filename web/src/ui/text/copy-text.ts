import { toast } from '../hints/toast.ts'

/** Copies a text to the clipboard; a refusal of the browser is shown. @returns whether the text was copied */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast({ severity: 'error', summary: 'Не скопировано', detail: 'Браузер не дал доступа к буферу обмена' })
    return false
  }
}
