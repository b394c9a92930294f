interface PictureProps {
  src: string;
  width?: number;
  height?: number;
  alt?: string;
  caption?: string;
}

/** The size is in the HTML, so the text does not move when the image is loaded. */
export function Picture({ src, width, height, alt = '', caption }: PictureProps) {
  const image = <img src={src} width={width} height={height} alt={alt} loading="lazy" decoding="async" />;
  if (!caption) return image;
  return (
    <figure>
      {image}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
