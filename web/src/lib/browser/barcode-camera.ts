import { BARCODE_FORMATS } from './barcode-formats.ts'

/** The used part of the Barcode Detection API. */
interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const PAUSE_MS = 150
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** Returns true when the device has a camera; requests no permission. */
export async function hasCamera(): Promise<boolean> {
  // Browsers provide no cameras outside HTTPS.
  const cameras = navigator.mediaDevices as MediaDevices | undefined
  const devices = await cameras?.enumerateDevices().catch(() => [])
  return devices?.some(({ kind }) => kind === 'videoinput') ?? false
}

/** Opens the detector of the browser where it reads all the formats, otherwise the portal's own in a worker. */
async function openDetector(): Promise<Detector & { close?: () => void }> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass }
  const supported = (await Native?.getSupportedFormats().catch(() => [])) ?? []
  if (Native && BARCODE_FORMATS.every((format) => supported.includes(format)))
    return new Native({ formats: BARCODE_FORMATS })
  const worker = new Worker(new URL('./barcode-worker.ts', import.meta.url), { type: 'module' })
  // The worker may fail before the first picture is sent.
  const failure = new Promise<never>((_, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message))
  })
  failure.catch(() => undefined)
  return {
    async detect(video) {
      const picture = await createImageBitmap(video)
      const reply = new Promise<{ found?: { rawValue: string }[]; error?: string }>((resolve) => {
        worker.onmessage = ({ data }) => resolve(data as Awaited<typeof reply>)
      })
      worker.postMessage(picture, [picture])
      const { found, error } = await Promise.race([reply, failure])
      if (!found) throw new Error(error)
      return found
    },
    close: () => worker.terminate(),
  }
}

/**
 * Shows the camera in `video` until it sees a barcode; always releases the camera.
 *
 * @returns the content of the barcode, or null when stopped earlier
 * @throws DOMException of `getUserMedia`: permission denied, no camera, camera busy
 * @throws Error when the decoder could not be loaded
 */
export async function readBarcode(video: HTMLVideoElement, stop: AbortSignal): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const release = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // A decoder that is still loading does not keep the camera on.
  stop.addEventListener('abort', release)
  let detector: Awaited<ReturnType<typeof openDetector>> | undefined
  try {
    detector = await openDetector()
    video.srcObject = stream
    await video.play()
    while (!stop.aborted) {
      const [found] = await detector.detect(video)
      if (found) return found.rawValue
      await pause()
    }
    return null
  } finally {
    release()
    detector?.close?.()
  }
}
