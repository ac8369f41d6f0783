/** Path data, 100 by 100: a silhouette (even-odd), and a detail painted over it in the darkest background colour. */
export interface Shape {
  outline: string
  detail?: string
}
