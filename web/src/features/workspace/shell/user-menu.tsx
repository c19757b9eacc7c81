import { ROLE_LABELS } from '@artikul/contract/core/roles'
import {
  IconApi,
  IconBell,
  IconBolt,
  IconFileDownload,
  IconHelpCircle,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconRoute,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useHasRole, useSession } from '../../../lib/session/current-session.ts'
import { setTheme, useIsDark } from '../../../lib/browser/theme.ts'
import { isHidden, usePortal } from '../../../lib/page/portal.ts'
import { showQuick } from '../../../lib/queries/overlay-store.ts'
import { rolesOf } from '../../../lib/session/session.ts'
import { Menu } from '../../../ui/windows/menu.tsx'
import { useHelpTopic } from './help-link.tsx'
import { useLogout } from '../../../ui/use-logout.ts'

export function UserMenu() {
  const { user } = useSession()
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const navigate = useNavigate()
  const topic = useHelpTopic()
  const isDark = useIsDark()
  const logout = useLogout()
  const portal = usePortal()
  if (!user) return null

  return (
    <Menu
      label={`Профиль: ${user.full_name}`}
      button={<IconUserCircle size={20} aria-hidden="true" />}
      buttonClass="grid size-8 flex-none place-items-center rounded-md text-text-2 hover:bg-group hover:text-text pointer-coarse:size-11"
      heading={
        <div className="text-sm">
          <p className="font-semibold">{user.full_name}</p>
          <p className="text-xs text-text-2">{user.email}</p>
          <p className="text-xs text-text-2">
            {rolesOf(user)
              .map((role) => ROLE_LABELS[role])
              .join(', ')}
          </p>
        </div>
      }
      items={[
        {
          label: 'Профиль',
          icon: <IconSettings size={16} className="text-text-2" />,
          onSelect: () => void navigate({ to: '/profile' }),
        },
        ...(isClient
          ? [
              {
                label: 'Подписки на товар',
                icon: <IconBell size={16} className="text-text-2" />,
                onSelect: () => void navigate({ to: '/watches' }),
              },
              {
                label: 'Скачать прайс',
                icon: <IconFileDownload size={16} className="text-text-2" />,
                onSelect: () => void navigate({ to: '/price-list' }),
              },
            ]
          : []),
        {
          label: 'Быстрый переход',
          icon: <IconBolt size={16} className="text-text-2" />,
          onSelect: () => showQuick('palette'),
        },
        {
          label: 'Помощь',
          icon: <IconHelpCircle size={16} className="text-text-2" />,
          onSelect: () => void navigate({ to: '/help', search: { topic } }),
        },
        ...(isHidden('/api', portal)
          ? []
          : [
              {
                label: 'Описание API',
                icon: <IconApi size={16} className="text-text-2" />,
                onSelect: () => void navigate({ to: '/api' }),
              },
            ]),
        {
          label: isDark ? 'Светлая тема' : 'Тёмная тема',
          icon: isDark ? <IconSun size={16} className="text-text-2" /> : <IconMoon size={16} className="text-text-2" />,
          onSelect: () => setTheme(!isDark),
        },
        {
          label: 'Клавиши',
          icon: <IconKeyboard size={16} className="text-text-2" />,
          onSelect: () => showQuick('keys'),
        },
        {
          label: 'Знакомство с порталом',
          icon: <IconRoute size={16} className="text-text-2" />,
          onSelect: () => showQuick('tour'),
        },
        { label: 'Выйти', icon: <IconLogout size={16} className="text-text-2" />, onSelect: () => void logout() },
      ]}
    />
  )
}
