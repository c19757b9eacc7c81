import { IconMoon, IconSun } from '@tabler/icons-react'
import { setTheme, useIsDark } from '../lib/browser/theme.ts'
import { IconButton } from './icon-button.tsx'

export function ThemeToggle({ className }: { className?: string | undefined }) {
  const dark = useIsDark()
  return (
    <IconButton
      label={dark ? 'Светлая тема' : 'Тёмная тема'}
      className={className}
      icon={dark ? <IconSun size={18} /> : <IconMoon size={18} />}
      onClick={() => setTheme(!dark)}
    />
  )
}
