/** Keyboard key in a text. */
export const Key = ({ name }: { name: string }) => (
  <kbd className="mx-0.5 rounded border border-control bg-raised px-1.5 font-mono text-xs">{name}</kbd>
)
