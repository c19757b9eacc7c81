import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { useDeferredValue, type ReactNode } from 'react'
import { TAB, TAB_ROW } from './tab-class.ts'

interface Props<T extends string> {
  label: string
  value: T
  onValueChange: (value: T) => void
  tabs: readonly { value: T; label: string; content: ReactNode }[]
}

export function Tabs<T extends string>({ label, value, onValueChange, tabs }: Props<T>) {
  const latest = { value, content: tabs.find((tab) => tab.value === value)?.content }
  // Deferred, because a list renders slowly on a slow phone: the pressed tab reacts first, and the previous content
  // stays until the new one is rendered.
  const drawn = useDeferredValue(latest)
  return (
    <BaseTabs.Root value={value} onValueChange={onValueChange}>
      <BaseTabs.List aria-label={label} className={TAB_ROW}>
        {tabs.map((tab) => (
          <BaseTabs.Tab key={tab.value} value={tab.value} className={TAB}>
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className="pt-4">
        {drawn.value === value ? latest.content : drawn.content}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  )
}
