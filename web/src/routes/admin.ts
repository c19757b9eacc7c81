import { AuditEvent } from '@artikul/contract/audit'
import { MailState } from '@artikul/contract/mails'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconSettings } from '@tabler/icons-react'
import { z } from 'zod'
import { choiceParam, dayParam, numberParam, pageParams, textParam } from '../lib/search-params.ts'
import { rootRoute } from './root.ts'

export const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: z.object({
    ...pageParams,
    tab: choiceParam(['journal', 'mail']),
    event: AuditEvent.optional().catch(undefined),
    user_id: numberParam(),
    contractor_id: numberParam(),
    from: dayParam,
    to: dayParam,
    q: textParam(200),
    state: MailState.optional().catch(undefined),
  }),
  staticData: {
    page: {
      name: 'admin',
      icon: IconSettings,
      title: 'Управление порталом',
      robots: 'noindex',
      roles: ['ArtikulOrderManager', 'ArtikulWarrantyManager'],
      order: 6,
      menu: 'Управление',
    },
  },
  component: lazyRouteComponent(() => import('../features/admin/admin-page.tsx')),
})
