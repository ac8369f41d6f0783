import { createContext, use } from 'react'
import * as css from './picture.css'
import { srcSetOf } from './picture-widths'

const sizes = { game: { width: 120, height: 120 }, provider: { width: 240, height: 135 } } as const

/** The displayed widths of pictures as `sizes`, for browsers that don't measure lazy pictures (`auto`). */
const widthsOnPage = { game: '(min-width: 60rem) 180px, 33vw', provider: '(min-width: 60rem) 280px, 50vw' } as const

export const PicturesContext = createContext(true)

/**
 * A decorative picture next to its name. Its size is set before it loads, so that nothing shifts. The <picture> element
 * keeps React from preloading eager pictures in the head. Preloads are not needed, because the markup has the pictures.
 */
export function Picture({ src, shape, eager = false }: { src: string; shape: keyof typeof sizes; eager?: boolean }) {
  const srcSet = srcSetOf(src)
  if (!use(PicturesContext)) return null
  const image = (
    <img
      alt=""
      {...sizes[shape]}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={css.shapes[shape]}
      srcSet={srcSet}
      sizes={srcSet && `${eager ? '' : 'auto, '}${widthsOnPage[shape]}`}
      src={src}
    />
  )
  return eager ? <picture>{image}</picture> : image
}
