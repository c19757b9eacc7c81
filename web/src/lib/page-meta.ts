import type { RoleName } from '@artikul/contract/roles'
import type { ComponentType } from 'react'
import type {} from '@tanstack/react-router'

/** What a route says of its page; navigation, the guard and the document's head are made from it. */
export interface PageMeta {
  name: string
  icon?: ComponentType<{ size?: number | string }>
  title: string
  requiresAuth?: boolean
  roles?: readonly RoleName[]
  /** Its name in the menu, where the title is too long. */
  menu?: string
  /** Place in the main navigation; a page without it is reached from elsewhere. */
  order?: number
  description?: string
  robots?: string
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageMeta
  }
}
