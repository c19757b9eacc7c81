import { lazy, type ComponentType } from 'react'

/** A part that comes when it is wanted, and a way to say that it soon will be. */
export function lazyWithPreload<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return [lazy(load), () => void load()] as const
}
