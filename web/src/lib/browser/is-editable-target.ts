/** Keys go into a field: they are no shortcuts then. */
export const isEditableTarget = ({ target }: Event): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
