import type { MouseEvent } from 'react'

const CONTROLS = 'a, button, input, select, textarea, label, [role^=menu]'

/** Opens the object of a pressed row by the link of its opening cell; a press on a control or selected text is left alone. */
export function openRow({ currentTarget: row, target, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>) {
  // A window opened from a cell stands elsewhere in the document, yet React passes its clicks to the row.
  if (!(target instanceof Element) || !row.contains(target) || target.closest(CONTROLS)) return
  if (getSelection()?.type === 'Range') return
  const link = row.querySelector('td[data-opens] :is(a, button)')
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}
