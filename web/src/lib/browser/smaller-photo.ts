const MAX_SIDE_PX = 2560
const QUALITY = 0.85

/**
 * Redraws a photo upright and no larger than a screen needs. A file that cannot be drawn is returned unchanged, and the
 * server reports its error.
 */
export async function smallerPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/')) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
    return drawn ? new File([drawn], file.name, { type: 'image/jpeg' }) : file
  } catch {
    return file
  }
}
