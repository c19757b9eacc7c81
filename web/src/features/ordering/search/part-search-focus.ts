/** The only search box of the page, so that the list can return the focus to it. */
export const partSearchBox: { current: HTMLInputElement | null } = { current: null }

export function focusPartSearch() {
  partSearchBox.current?.focus()
  partSearchBox.current?.select()
}
