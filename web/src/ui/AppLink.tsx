import { createContext, use, type ComponentProps, type ComponentType } from 'react';

export type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  /** The page keeps its scroll position: the link only opens something over it. */
  stay?: boolean;
};

const LinkImplementation = createContext<ComponentType<AppLinkProps>>(PlainLink);

/** Gives every link inside it the router's own link component; without it links are plain and reload the page. */
export const LinkProvider = LinkImplementation.Provider;

/** A link inside the product. The kit knows no router, so the application defines once how links are rendered. */
export function AppLink(props: AppLinkProps) {
  const Link = use(LinkImplementation);
  return <Link {...props} />;
}

function PlainLink({ to, stay, ...rest }: AppLinkProps) {
  return <a href={to} data-stay={stay} {...rest} />;
}
