import * as css from './picture.css'

const sizes = { game: { width: 120, height: 120 }, provider: { width: 240, height: 135 } } as const

interface PictureProps {
  src: string
  shape: keyof typeof sizes
  /** Loads at once, for the first row of a page. Other pictures load lazily. */
  eager?: boolean
}

/** A decorative picture beside its name. Its size is set before it loads, so nothing shifts. */
export function Picture({ src, shape, eager = false }: PictureProps) {
  return (
    <img
      src={src}
      alt=""
      {...sizes[shape]}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      className={css.shapes[shape]}
    />
  )
}
