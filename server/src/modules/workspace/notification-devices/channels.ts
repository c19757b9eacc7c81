/** Device with what its channel needs to reach it. */
export interface Device {
  channel: 'web_push' | 'max'
  address: string
  p256dh: string | null
  auth: string | null
}

export interface DeviceMessage {
  text: string
  /** Path of the page with the details. */
  path: string
}

/** `gone`: the device will never get a message again. */
export type Outcome = 'sent' | 'gone' | 'later'

/** Way to reach devices; one that is switched off on this installation is absent. */
export interface Channel {
  send: (device: Device, message: DeviceMessage, stopping: AbortSignal) => Promise<Outcome>
}

export type Channels = Partial<Record<Device['channel'], Channel>>
