import * as css from './picture.css'

const sizes = { game: { width: 120, height: 120 }, provider: { width: 240, height: 135 } } as const

interface PictureProps {
  src: string
  shape: keyof typeof sizes
  /** In the first row of a page: fetched at once. The rest comes when it is near. */
  eager?: boolean
}

/** Art beside its name, so without words of its own. Its size stands before it comes. */
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
