import { Component, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { LABELS } from '../fields/labels.ts'

interface WindowProps {
  onClose: () => void
}

/**
 * Window whose code is loaded on opening. When loading fails, the window shows the error with a retry, and the page
 * below preserves typed text.
 */
export function lazyWindow<P extends WindowProps>(load: () => Promise<{ default: ComponentType<P> }>) {
  let Window = lazy(load)
  return function LazyWindow(props: P) {
    const [attempt, setAttempt] = useState(0)
    const close = () => {
      // React caches a failure permanently, so a retry needs a new component.
      Window = lazy(load)
      props.onClose()
    }
    const retry = () => {
      Window = lazy(load)
      setAttempt((before) => before + 1)
    }
    return (
      <Boundary key={attempt} fallback={<NotOpened onClose={close} onRetry={retry} />}>
        <Window {...props} />
      </Boundary>
    )
  }
}

class Boundary extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

const NotOpened = ({ onClose, onRetry }: WindowProps & { onRetry: () => void }) => (
  <Dialog
    title="Окно не открылось"
    width="sm"
    open
    onClose={onClose}
    actions={
      <>
        <DialogClose>{LABELS.close}</DialogClose>
        <Button look="primary" onClick={onRetry}>
          {LABELS.retry}
        </Button>
      </>
    }
  >
    Не удалось загрузить его с сервера. Проверьте связь и повторите: введённое на странице сохранено.
  </Dialog>
)
