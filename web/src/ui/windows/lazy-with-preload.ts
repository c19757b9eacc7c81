import { lazy, type ComponentType } from 'react'

/** Creates a lazy component and the function that preloads it. */
export function lazyWithPreload<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return [lazy(load), () => void load()] as const
}
