import { Switch as BaseSwitch } from '@base-ui/react/switch'

interface Props {
  label: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
}

export function Switch({ label, checked, onCheckedChange, disabled = false }: Props) {
  return (
    <label className="flex min-h-6 items-center gap-2 text-sm pointer-coarse:min-h-11">
      <BaseSwitch.Root
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        className="flex h-5 w-9 flex-none rounded-full border border-control bg-group p-px transition-colors data-checked:border-primary data-checked:bg-primary data-disabled:opacity-50"
      >
        <BaseSwitch.Thumb className="size-4 rounded-full bg-control transition-[translate] data-checked:translate-x-4 data-checked:bg-white" />
      </BaseSwitch.Root>
      {label}
    </label>
  )
}
